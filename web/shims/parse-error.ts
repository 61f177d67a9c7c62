/** libphonenumber-js's own is compiled for browsers that cannot extend Error. */
export default class ParseError extends Error {
  override name = 'ParseError'
}
