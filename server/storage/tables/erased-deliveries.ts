/** What was given up and then erased can neither be mended nor sent anew: it is no dead letter. */
export const erasedDeliveries: readonly string[] = [
  "UPDATE deliveries SET state = 'erased' WHERE state = 'dead' AND payload = ''",
]
