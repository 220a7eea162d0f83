import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Texts written by the operator; see `npm run admin -- content`. */
export const contentName = z.enum(['terms', 'privacy'])
export type ContentName = z.output<typeof contentName>

export const contentRoutes = {
  /**
   * The operator's text, or `null` if none is set. `#` and `##` start headings, `-` starts a list item, a blank line
   * separates paragraphs. Public, because visitors read it before they sign up.
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
