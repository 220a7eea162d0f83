import { maxSavedPeople, type SavedPersonDetails } from '@terrace/contracts/saved-people'
import { cleanDetails } from '@terrace/domain/people/attendee-details'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Ids } from '#api/shared/ids.ts'
import { rejectCardNumbers } from '../cards/reject-card-numbers.ts'
import { savedPeopleErrors } from './saved-people.errors.ts'
import { lockSavedPeople, putSavedPerson, readSavedPeople, type SavedPerson } from './saved-people.repo.ts'

export interface SavedPeopleDeps {
  db: Db
  ids: Ids
  clock: Clock
  fieldCipher: FieldCipher
}

/** Saves people for reuse; one with the same name and email address is replaced. Returns all of the team's people. */
export async function savePeople(
  { db, ids, clock, fieldCipher }: SavedPeopleDeps,
  teamId: string,
  people: readonly SavedPersonDetails[],
): Promise<SavedPerson[]> {
  rejectCardNumbers({
    email: undefined,
    phone: undefined,
    field: 'people',
    lines: people.map((person) => ({ attendees: [person] })),
  })
  return inTransaction(db, async (tx) => {
    await lockSavedPeople(tx, teamId)
    const known = await readSavedPeople(tx, fieldCipher, teamId)
    const idByIdentity = new Map(known.map(({ id, details }) => [identityOf(details), id]))
    for (const person of people) {
      const details = {
        ...cleanDetails(person),
        first_name: person.first_name.trim(),
        last_name: person.last_name.trim(),
      }
      const id = idByIdentity.get(identityOf(details)) ?? ids.next('spn')
      idByIdentity.set(identityOf(details), id)
      if (idByIdentity.size > maxSavedPeople) throw savedPeopleErrors.make('saved_people.too_many')
      await putSavedPerson(tx, fieldCipher, { id, teamId, details, now: clock.now() })
    }
    return readSavedPeople(tx, fieldCipher, teamId)
  })
}

const identityOf = ({ first_name: first, last_name: last, email = '' }: SavedPersonDetails): string =>
  JSON.stringify([first, last, email].map((text) => text.toLowerCase()))
