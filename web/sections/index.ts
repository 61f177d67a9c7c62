export { drawnAs, kindsOf, loadSections, sectionFile, sectionOf } from './loaded-sections.ts'
export { Sections } from './Sections.tsx'
