declare module 'virtual:phone-metadata' {
  const metadata: import('./phone-judge.ts').PhoneRules
  export default metadata
}

declare module 'virtual:form-words/*' {
  const words: Parameters<typeof import('./i18n.ts').translate>[1]
  export default words
}

declare module 'virtual:definition-words/*' {
  const words: import('../lead-form/resolve-definition.ts').DefinitionWords
  export default words
}

/** Completes the kinds that a build keeps only what filling in needs of. */
declare module 'virtual:whole-kinds' {}
