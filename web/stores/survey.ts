import { makeAutoObservable } from 'mobx'

/** What the last questionnaire that was sent came to: one of the two. Its answers are in the form's draft. */
class Survey {
  /** The thanks. */
  success: string | null = null
  /** What is said in place of them, such as that the list of promotions is being updated. */
  alert: string | null = null

  constructor() {
    makeAutoObservable(this)
  }

  end(message: string, isAlert: boolean): void {
    this.success = isAlert ? null : message
    this.alert = isAlert ? message : null
  }
}

export const survey = new Survey()
