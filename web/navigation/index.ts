export { browserHost, whenIdle } from './browser-host.ts'
export { followLinks, followTraffic } from './follow-links.ts'
export { pressed, stayOnPage } from './press.ts'
export { switchLanguages } from './switch-language.ts'
