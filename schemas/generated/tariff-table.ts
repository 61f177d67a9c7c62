// Generated from schemas/tariff-table.schema.json by `npx leadwright types`. Do not edit.

/**
 * The content of a tariff table, definitions/tariffs/<id>.csv: its first line as the names of columns, and its rows.
 */
export interface TariffTable {
  /**
   * The names of the columns.
   */
  columns: string[]
  /**
   * The rows, each with a text for each column.
   */
  rows: string[][]
}
