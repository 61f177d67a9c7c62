export { Frame } from './Frame.tsx'
export { Header } from './Header.tsx'
