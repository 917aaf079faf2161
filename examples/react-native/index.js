// First: Hermes has no random bits of its own, and some IDs need them.
import "react-native-get-random-values";
import { AppRegistry } from "react-native";
import { App } from "./App";

AppRegistry.registerComponent("Notes", () => App);
