import { makeAutoObservable } from 'mobx'
import type { PageView } from '#engine/site'

/** What stands on the screen, and what went wrong last. */
class Root {
  /** The brand's mark; null until a page is drawn. */
  logo: PageView['brand']['logo'] | null = null
  /** The title of the page. */
  title = ''
  /** `time` in ms since the epoch; null as long as all is well. */
  error: { error: unknown; time: number } | null = null

  constructor() {
    makeAutoObservable(this)
  }

  show({ title, brand }: Pick<PageView, 'title' | 'brand'>): void {
    this.logo = brand.logo
    this.title = title
  }

  fail = (error: unknown, time: number): void => {
    this.error = { error, time }
  }
}

export const root = new Root()
