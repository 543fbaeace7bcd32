/**
 * Whether Kubernetes set the variable for a Service: it sets variables in every container for each Service in its
 * namespace, with the name of the Service. `FLAGDECK_PORT` is also a setting (SERVE-1), and is from a Service only if
 * its value is an address.
 */
export function isServiceVariable(name: string, value = ''): boolean {
  return OF_SERVICE.test(name) || (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))
}

const OF_SERVICE = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
