/**
 * Whether Kubernetes made the variable of a Service: it gives every container some for each Service in its namespace,
 * named after it. `FLAGDECK_PORT` is a setting too (SERVE-1): only an address in it comes from a Service.
 */
export function isServiceVariable(name: string, value = ''): boolean {
  return OF_SERVICE.test(name) || (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))
}

const OF_SERVICE = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
