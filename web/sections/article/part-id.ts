/** The id of a section of an article, which its contents lead to. */
export function partId(article: string, index: number): string {
  return `${article}-${index + 1}`
}
