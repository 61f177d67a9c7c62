export { browserHost } from './browser-host.ts'
export { followLinks, followTraffic } from './follow-links.ts'
export { keepPage, pressed } from './press.ts'
export { switchLanguages } from './switch-language.ts'
