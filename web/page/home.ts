import type { PageView } from '#engine/site'

/** The home page in the language of a page: addresses of all languages but the first begin with theirs. */
export function homeOf({ locale, path }: Pick<PageView, 'locale' | 'path'>): string {
  return path.split('/')[1] === locale ? `/${locale}` : '/'
}
