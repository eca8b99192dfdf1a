import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { customerBook } from '@boyun/lists/server';
import { applyReviews, inboxSources } from '@boyun/reviews/server';
import { appManifest } from './app/app-manifest.ingress.ts';
import { customerCar } from './car/car.contract.ts';
import { carServers, customerCarServer } from './car/car.server.ts';
import { askMove } from './car/car.service.ts';
import { carInbox } from './car/car-inbox.service.ts';
import { members } from './contract.ts';
import { customerServer, customerServers } from './customer/customer.server.ts';
import { enterCustomers, memberBook } from './customer/customer.service.ts';
import { tellOfCars, tellOfStays } from './message/tell-customers.service.ts';
import { ownMatters } from './own/matter.service.ts';
import { ownServers } from './own/own.server.ts';
import { matterKinds } from './own/own-matter.service.ts';
import { oldSessions } from './session/driver-session.service.ts';
import { registrationsReport, shareOperations } from './share/share.server.ts';
import { signInServers } from './sign-in/sign-in.server.ts';

export { type Holder, holderOf } from './own/holder.service.ts';
export { type Matter, type MatterKind, ownMatters } from './own/matter.service.ts';
export { customerOf, driverAuthenticator, isDriverToken } from './session/driver-session.service.ts';

/** The server side of customers. */
export const membersServer = serverModule(members, new URL('../migrations/', import.meta.url), {
  resources: [customerServer, customerCarServer],
  operations: [...customerServers, ...carServers, ...signInServers, ...shareOperations, ...ownServers],
  reports: [registrationsReport],
  reactions: [enterCustomers, tellOfCars, tellOfStays],
  ingresses: [appManifest],
  sweeps: [oldSessions],
  slots: [
    fill(customerBook, memberBook),
    fill(inboxSources, carInbox),
    fill(ownMatters, ...matterKinds),
    applyReviews(customerCar.can.list, askMove),
  ],
});
