/** One file for each kind of section (schemas/sections/): hero is drawn by HeroSection. */
export const files = import.meta.glob<Record<string, unknown>>(['./*/*Section.tsx', '!./form/FormSection.tsx'])
