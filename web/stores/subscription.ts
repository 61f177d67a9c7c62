import { makeAutoObservable } from 'mobx'

/** The popup, and on the way from where to where a visitor is. */
class Subscription {
  /** Whether the popup is shown. */
  isShow = false
  /** The paths of the last navigation; equal where none was held. */
  redirect = { from: '', to: '' }
  /** The click id that the visit began with. */
  clickId: string | null = null
  /** Whether the visitor's country has another language than the page. */
  isOtherGEO = false

  constructor() {
    makeAutoObservable(this)
  }

  route(from: string, to: string): void {
    this.redirect = { from, to }
  }

  begin(clickId: string | null): void {
    this.clickId = clickId
  }

  locate(isOtherGEO: boolean): void {
    this.isOtherGEO = isOtherGEO
  }

  show(): void {
    this.isShow = true
  }

  hide(): void {
    this.isShow = false
  }
}

export const subscription = new Subscription()
