import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { described } from './variable.ts'

export const inventoryVariables = {
  DROP_DIR: described(
    z
      .string()
      .refine((path) => isAbsolute(path), 'must be an absolute path')
      .optional(),
    {
      meaning:
        'A folder from which workers take sellers’ files: `DROP_DIR/<team id>/<profile id>/`. Make these folders yourself; rename complete files into them. They move to `done` or `refused`, where they stay for 30 days.',
      example: '/srv/terrace/drop',
      default: 'none',
    },
  ),
}

/** How sellers' inventory files arrive without a person. */
export const inventoryConfig = z
  .object(inventoryVariables)
  .transform(({ DROP_DIR }): { dropDir: string | undefined } => ({ dropDir: DROP_DIR }))
