// Generated from schemas/field-kind.schema.json by `npx leadwright types`. Do not edit.

/**
 * A predefined kind of field, such as email, phone or yes-no, with its value, keyboard, label and messages.
 */
export type FieldKind =
  | 'amount'
  | 'birth-date'
  | 'city'
  | 'country'
  | 'date'
  | 'email'
  | 'family-name'
  | 'file'
  | 'gender'
  | 'given-name'
  | 'house-number'
  | 'iban'
  | 'integer'
  | 'long-text'
  | 'matrix'
  | 'month-year'
  | 'phone'
  | 'postal-code'
  | 'postal-code-or-city'
  | 'rating'
  | 'street'
  | 'text'
  | 'yes-no'
