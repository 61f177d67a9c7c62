/** No answer that decides anything is longer, in bytes; what is longer is not read. */
export const mostReplyBytes = 64 * 1024
