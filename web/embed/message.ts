/** What a frame says to the page around it: how high it is and how far its form has got, never what anybody answers. */
export interface Message {
  leadwright: 'ready' | 'height' | 'begun' | 'step' | 'sent'
  /** The name of the form, in its language, or what stands in its place. */
  title?: string
  /** Of all that it shows, in px. */
  height?: number
  /** The id of the step on the screen, and its number among all that the form may have. */
  step?: string
  number?: number
}
