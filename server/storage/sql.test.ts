import { expect, test } from 'vitest'
import { compile, db, template } from './sql.ts'

test('a template fills in the values that compiling would', () => {
  const find = template<{ form: string; limit: number }>(['form', 'limit'], ({ form }) =>
    db.selectFrom('leads').select('id').where('form', '=', form).where('test', '=', 0),
  )
  const direct = db.selectFrom('leads').select('id').where('form', '=', 'energy').where('test', '=', 0)
  expect(find({ form: 'energy', limit: 1 })).toEqual(compile(direct))
  expect(find({ form: 'funeral', limit: 1 }).parameters).toEqual(['funeral', 0])
})
