import { z } from 'zod/mini'
import { wireAttendee } from './attendees.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Months after which a person who was not used is deleted. */
export const savedPersonMonths = 12

/** Per team. */
export const maxSavedPeople = 200

const name = z
  .string()
  .check(visibleLine(), z.minLength(1, 'is required'), z.maxLength(100, 'must be at most 100 characters'))

const { email, phone, address } = wireAttendee.shape

/** Name and contact only: identity documents are never saved for reuse. */
const savedPersonDetails = { first_name: name, last_name: name, email, phone, address }
const savedPersonBody = z.strictObject(savedPersonDetails)
export type SavedPersonDetails = z.output<typeof savedPersonBody>

export const wireSavedPerson = z.object({
  id: z.string(),
  ...savedPersonDetails,
  last_used_at: z.iso.datetime(),
})
export type WireSavedPerson = z.output<typeof wireSavedPerson>

const personParams = z.object({
  person_id: z.string().check(z.regex(/^spn_[0-9A-Za-z_-]{1,60}$/, 'must be a person id')),
})
const done = z.object({ data: z.object({ status: z.boolean() }) })

/** The people that the caller's team reuses as attendees. */
export const savedPeopleRoutes = {
  /** By name. */
  list: defineRoute({
    name: 'saved-people.list',
    method: 'GET',
    path: '/{product}/saved-people',
    auth: 'buyer',
    response: z.object({ data: z.array(wireSavedPerson) }),
    errors: [],
  }),
  /** Adds these people; one with the same name and email address is replaced, so repeating it changes nothing. */
  save: defineRoute({
    name: 'saved-people.save',
    method: 'POST',
    path: '/{product}/saved-people',
    auth: 'buyer',
    body: z.strictObject({
      people: z
        .array(savedPersonBody)
        .check(
          z.minLength(1, 'must have at least one entry'),
          z.maxLength(100, 'must have at most 100 entries'),
        ),
    }),
    response: z.object({ data: z.array(wireSavedPerson) }),
    errors: ['saved_people.too_many'],
  }),
  /** Notes that the person was chosen, which keeps them for another 12 months. */
  markUsed: defineRoute({
    name: 'saved-people.mark-used',
    method: 'POST',
    path: '/{product}/saved-people/:person_id/used',
    auth: 'buyer',
    params: personParams,
    response: done,
    errors: ['saved_people.not_found'],
  }),
  remove: defineRoute({
    name: 'saved-people.remove',
    method: 'DELETE',
    path: '/{product}/saved-people/:person_id',
    auth: 'buyer',
    params: personParams,
    response: done,
    errors: ['saved_people.not_found'],
  }),
}
