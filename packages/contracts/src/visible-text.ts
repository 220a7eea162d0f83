import { removeInvisible, toVisibleLine } from '@terrace/domain/text/visible-text'
import { z } from 'zod/mini'

/** For names and texts that people read: removes invisible characters, such as those that reverse the direction. */
export const visible = () => z.overwrite<string>(removeInvisible)

/** Like {@link visible}, and trims. For texts that may have several lines. */
export const visibleTrimmed = () => z.overwrite<string>((text) => removeInvisible(text).trim())

/** Like {@link visibleTrimmed}, on one line. For names and other short texts. */
export const visibleLine = () => z.overwrite<string>(toVisibleLine)

/** A name or another short text on one line, of at most so many characters. */
export const shortLine = (limit: number) =>
  z.string().check(visibleLine(), z.maxLength(limit, `must be at most ${limit} characters`))
