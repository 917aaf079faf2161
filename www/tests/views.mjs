// Addresses of the page: each view, and some of them in another state.

export const VIEWS = [
  "#read",
  "#read?id=1541815603606036480",
  "#make",
  "#make?format=custom",
  "#stress",
  "#leases",
  "#range",
  "#layout",
];
