export { consoleUrl, openConsole } from './console.ts'
