import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import { bracketNameGenerator, type Registry, type TemplatesType } from '@rjsf/utils'
import { useMemo } from 'react'
import type { Answers } from '#engine/form/journey/answers.ts'
import type { ResolvedField } from '#engine/form/model/form.ts'
import { stepSchema, stepUiSchema } from '#engine/form/model/step-schema.ts'
import type { FormContext } from './context.ts'
import { flatSchemas } from './flat-schemas.ts'
import { StepField } from './StepField.tsx'
import { fields, templates, widgets } from './theme.ts'

interface Props {
  asked: readonly ResolvedField[]
  answers: Answers
  context: FormContext
}

// A number is text on one line, and read by the engine.
const allFields = {
  BooleanField,
  NumberField: StringField,
  ObjectField: StepField,
  SchemaField,
  StringField,
  ...fields,
}

/**
 * A step's questions, drawn by rjsf. Its `<Form>` keeps, judges and sends answers, which the engine does itself, so only
 * its fields are used. What is typed stays in the page's own controls: rjsf is told of nothing.
 */
export function StepFields({ asked, answers, context }: Props) {
  const key = asked.map(({ id, optional, words }) => `${id} ${optional} ${words.hint}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same questions with the same hints have the same schemas
  const [schema, uiSchema] = useMemo(() => [stepSchema(asked) as object, stepUiSchema(asked)], [key])
  const registry: Registry = {
    fields: allFields,
    templates: templates as TemplatesType,
    widgets,
    rootSchema: schema,
    formContext: context,
    schemaUtils: flatSchemas,
    translateString: String,
    globalFormOptions: {
      idPrefix: context.prefix,
      idSeparator: '.',
      nameGenerator: (path, _, isMany) => bracketNameGenerator(path, 'root', isMany),
      useFallbackUiForUnsupportedType: false,
    },
  }
  return (
    <SchemaField
      name=""
      schema={schema}
      uiSchema={uiSchema}
      formData={answers}
      fieldPathId={{ path: [], $id: context.prefix }}
      registry={registry}
      onChange={nothing}
      onBlur={nothing}
      onFocus={nothing}
    />
  )
}

function nothing(): void {}
