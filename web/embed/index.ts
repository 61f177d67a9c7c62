export { openLinksElsewhere, withLinksElsewhere } from './links-elsewhere.ts'
export { tellSurroundings } from './tell-surroundings.ts'
