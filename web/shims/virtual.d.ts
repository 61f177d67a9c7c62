declare module 'virtual:phone-metadata' {
  const metadata: import('./phone-judge.ts').PhoneRules
  export default metadata
}
