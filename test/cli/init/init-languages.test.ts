import { staysGreen } from "./kinds/green.js";
import { languages } from "./kinds/languages.js";

staysGreen(languages);
