/**
 * Whether Kubernetes made the variable of a Service: it gives every container some for each Service in its namespace,
 * named after it. `FLAGDECK_PORT` may also be what somebody thought `PORT` was called; only an address is of a Service.
 */
export function isServiceVariable(name: string, value = ''): boolean {
  return OF_SERVICE.test(name) || (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))
}

const OF_SERVICE = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
