import { removeInvisible, toVisibleLine } from '@terrace/domain/text/visible-text'
import { z } from 'zod/mini'

/** For names and texts that people read: removes invisible characters, such as those that reverse the direction. */
export const visible = () => z.overwrite<string>(removeInvisible)

/** Like {@link visible}, and trims. For texts that may have several lines. */
export const visibleTrimmed = () => z.overwrite<string>((text) => removeInvisible(text).trim())

/** Like {@link visibleTrimmed}, on one line. For names and other short texts. */
export const visibleLine = () => z.overwrite<string>(toVisibleLine)
