// Checks every event that tests caused against the schema of its name.
import { Ajv, type ValidateFunction } from 'ajv'
import type { Database } from '../../src/db/database.ts'
import { dataShapeOf, isEventName } from '../../src/events/data.ts'
import { toJsonSchema } from '../../src/server/schemas.ts'

const ajv = new Ajv({ strict: false })
const known = new Map<string, ValidateFunction>()

function validatorOf(name: string): ValidateFunction {
  if (!isEventName(name)) throw new Error(`There is no event of the name ${name}.`)
  const validate = known.get(name) ?? ajv.compile(toJsonSchema(dataShapeOf(name)))
  known.set(name, validate)
  return validate
}

/** Throws if the data of an event does not match its schema in `event-data.ts`. */
export async function checkEvents({ read }: Database): Promise<void> {
  const faults = new Map<string, string>()
  for (const { action, data } of await read.selectFrom('events').select(['action', 'data']).execute()) {
    const validate = validatorOf(action)
    if (!validate(JSON.parse(data))) faults.set(action, `${action} carries ${data}: ${ajv.errorsText(validate.errors)}`)
  }
  if (faults.size > 0) throw new Error(`Events do not have their shape: ${[...faults.values()].join('; ')}`)
}
