import { useContext, useState } from 'react';
import { TabPlaceContext, useUnsavedPaths } from '../unsaved.ts';

/**
 * Returns the values that the form of a page starts with, and a function that replaces them after a save. They are those read last. While
 * the form has unsaved input they stay as they are, so that a save by another person does not discard the input; the server refuses to save
 * it, because the version in the values is outdated.
 */
export function useFormStart<T>(read: T): readonly [start: T, restart: (saved: T) => void] {
  const place = useContext(TabPlaceContext);
  const isUnsaved = useUnsavedPaths().has(place?.path ?? '');
  const [start, setStart] = useState({ read });
  if (!isUnsaved && start.read !== read) setStart({ read });
  return [isUnsaved ? start.read : read, (saved) => setStart({ read: saved })];
}
