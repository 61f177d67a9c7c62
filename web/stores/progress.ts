import { makeAutoObservable } from 'mobx'
import { type Bar, barAt, begun, ended, idle, restOf } from './progress-rules.ts'

/** The bar along the top, while something that somebody waits for is on its way. */
class ProgressStore {
  bar: Bar | null = null

  #progress = idle
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    makeAutoObservable(this)
  }

  began = (): void => {
    this.#progress = begun(this.#progress, performance.now())
    this.draw()
  }

  ended = (ending: 'done' | 'failed' | 'cancelled'): void => {
    this.#progress = ended(this.#progress, performance.now(), ending)
    this.draw()
  }

  /** Draws it as it is now, and again when it is otherwise. */
  draw(): void {
    const now = performance.now()
    this.bar = barAt(this.#progress, now)
    clearTimeout(this.#timer)
    const rest = restOf(this.#progress, now)
    if (rest !== null) this.#timer = setTimeout(() => this.draw(), rest)
  }
}

export const progress = new ProgressStore()
