export { Frame, Head, loadFrame, StructuredData, sharedParts } from './Frame.tsx'
export { Header } from './FrameParts.tsx'
