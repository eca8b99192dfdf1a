import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleContract } from '@boyun/kernel/contract';
import { root } from './source.ts';

/** Names of all module folders. */
export const moduleNames = readdirSync(join(root, 'modules'));

async function doorOf(module: string, door: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(join(root, 'modules', module, 'src', `${door}.ts`)).href);
}

/** Returns the contract of every module folder, independent of any list of modules. */
export async function readContracts(): Promise<ModuleContract[]> {
  return Promise.all(
    moduleNames.map(async (module) => {
      const found = Object.values(await doorOf(module, 'contract')).find(isModuleContract);
      if (!found) throw new Error(`modules/${module}/src/contract.ts exports no moduleContract(…)`);
      return found;
    }),
  );
}

function isModuleContract(value: unknown): value is ModuleContract {
  return typeof value === 'object' && value !== null && 'refusals' in value && 'pages' in value;
}

/** Returns the keys of the page components of a module's web door. */
export async function readPageKeys(module: string): Promise<string[]> {
  const { pages } = await doorOf(module, 'web');
  if (typeof pages !== 'object' || pages === null) throw new Error(`modules/${module}/src/web.ts exports no pages`);
  return Object.keys(pages);
}
