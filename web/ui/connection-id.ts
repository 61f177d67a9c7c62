/** The element that says whether there is a connection. */
export const connectionId = 'connection'
