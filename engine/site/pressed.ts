/** What a section's own button is called in what it posts; its value is the kind of section. */
export const pressed = 'pressed'
