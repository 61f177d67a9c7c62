// rjsf can drop answers that its schema does not know. Ours are pruned by the journey, so it keeps what it is given.

/** In place of its `omitExtraData`, which no form of ours asks for. */
export default function omitExtraData(_validator: unknown, _schema: unknown, _root: unknown, data: unknown): unknown {
  return data
}

export { omitExtraData as getUsedFormData, omitExtraData as getFieldNames, omitExtraData as isValueEmpty }
