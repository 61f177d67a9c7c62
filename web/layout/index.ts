export { Chat, Frame, Head, loadFrame, StructuredData, sharedParts, TestNotice } from './Frame.tsx'
export { Header } from './FrameParts.tsx'
