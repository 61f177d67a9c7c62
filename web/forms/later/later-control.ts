/** Names of the controls of a form for later. */
export const laterControl = {
  /** Where the link is mailed to. */
  address: 'later-address',
  /** The browser's mark. */
  device: 'later-device',
  /** What another device is asked, and what it says to that. */
  asked: 'later-asked',
  said: 'later-said',
} as const
