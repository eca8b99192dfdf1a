import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleContract } from '@boyun/kernel/contract';
import type { Plugin } from 'vite';

/**
 * What the shell has to know of all modules before it loads any: their pages, and which module declares a resource or workbook. Read
 * from the contracts when the pages are built, so that the shell need not carry every contract to show its menu.
 */
export function pageIndex(): Plugin {
  const id = 'virtual:page-index';
  return {
    name: 'page-index',
    resolveId: (name) => (name === id ? `\0${id}` : null),
    async load(name) {
      if (name !== `\0${id}`) return null;
      const doors = pathToFileURL(join(import.meta.dirname, 'src/contract-doors.ts')).href;
      const { contractDoors } = (await import(doors)) as typeof import('./src/contract-doors.ts');
      const contracts: [string, ModuleContract][] = await Promise.all(
        Object.entries(contractDoors).map(async ([door, open]) => [door, await open()]),
      );
      const pages = contracts.flatMap(([, one]) =>
        one.pages.map((page) => ({ ...page, resource: page.resource?.name })),
      );
      const resources = contracts.flatMap(([door, one]) =>
        [...one.resources, ...one.workbooks].map(({ name }) => [name, door]),
      );
      return [
        `export const pages = ${JSON.stringify(pages)};`,
        `export const moduleOf = ${JSON.stringify(Object.fromEntries(resources))};`,
      ].join('\n');
    },
  };
}
