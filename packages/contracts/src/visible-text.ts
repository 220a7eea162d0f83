import { removeInvisible } from '@terrace/domain/text/visible-text'
import { z } from 'zod/mini'

/** For names and texts that people read: removes invisible characters, such as those that reverse the direction. */
export const visible = () => z.overwrite<string>(removeInvisible)

/** Like {@link visible}, and trims. */
export const visibleTrimmed = () => z.overwrite<string>((text) => removeInvisible(text).trim())
