/** The schema of the name of a field kind, which an editor completes. */
export function kindSchema(ids: readonly string[]): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'field-kind.schema.json',
    $comment: 'Made from the files of engine/form/model/kinds/ by `npx leadwright types`. Do not edit.',
    title: 'FieldKind',
    description:
      'A ready-made kind of field, such as email, phone or yes-no: value, keyboard, label and messages in one word.',
    noun: 'kind',
    enum: ids,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
