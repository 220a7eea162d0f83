import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Texts of the operator's own; see `npm run admin -- content`. */
export const contentName = z.enum(['terms', 'privacy'])
export type ContentName = z.output<typeof contentName>

export const contentRoutes = {
  /**
   * A text as the operator wrote it, or null where none was given yet. Headings are lines that begin with `#` or `##`,
   * list items lines that begin with `-`; a blank line parts paragraphs. Public: whoever signs up reads it first.
   */
  text: defineRoute({
    name: 'content.text',
    method: 'GET',
    path: '/{product}/content/:name',
    auth: 'public',
    params: z.object({ name: contentName }),
    response: z.object({
      data: z.object({
        name: contentName,
        text: z.nullable(z.string()),
        updated_at: z.nullable(z.iso.datetime()),
      }),
    }),
    errors: [],
  }),
}
