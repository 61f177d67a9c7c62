declare module 'virtual:phone-metadata' {
  const metadata: object
  export default metadata
}
