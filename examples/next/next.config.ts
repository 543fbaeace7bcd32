export default {
  // The paths of the API end with a slash; Next would send every request to the same path without it.
  skipTrailingSlashRedirect: true,
}
