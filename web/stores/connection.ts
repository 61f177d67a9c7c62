import { makeAutoObservable } from 'mobx'

/** Whether the browser has a connection, as far as it knows. */
class Connection {
  isOnline = true

  constructor() {
    makeAutoObservable(this)
  }

  /** Follows the browser. Called once, in the browser. */
  follow(): void {
    this.change(navigator.onLine)
    addEventListener('online', () => this.change(true))
    addEventListener('offline', () => this.change(false))
  }

  change(isOnline: boolean): void {
    this.isOnline = isOnline
  }
}

export const connection = new Connection()
