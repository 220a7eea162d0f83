import { z } from 'zod/mini'

/** A calendar to download, as text (RFC 5545), for a calendar app that opens files. */
export const calendarFile = z.object({ data: z.object({ filename: z.string(), calendar: z.string() }) })
