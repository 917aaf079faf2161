// The usual configuration of React Native: nothing is set for flakekit.
const { getDefaultConfig } = require("@react-native/metro-config");

module.exports = getDefaultConfig(__dirname);
