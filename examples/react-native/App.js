import { useEffect, useState } from "react";
import { Button, FlatList, Text, TextInput, View } from "react-native";
import { madeAt, newNote, openIds } from "./notes";

const SERVER = "http://10.0.2.2:3000"; // the computer, as Android's emulator sees it

export function App() {
  const [ids, setIds] = useState();
  const [notes, setNotes] = useState([]);
  const [text, setText] = useState("");
  const [error, setError] = useState();

  useEffect(() => {
    const opening = openIds(SERVER);
    opening.then(setIds, setError);
    return () => void opening.then((opened) => opened.close()).catch(() => undefined);
  }, []);

  const add = () => {
    setNotes([newNote(ids, text), ...notes]);
    setText("");
  };

  return (
    <View>
      {error !== undefined && <Text>{error.message}</Text>}
      <TextInput value={text} onChangeText={setText} placeholder="Note" />
      <Button title="Add" onPress={add} disabled={ids === undefined} />
      <FlatList
        data={notes}
        keyExtractor={({ id }) => id}
        renderItem={({ item }) => <Text>{`${madeAt(item).toLocaleTimeString()} ${item.text}`}</Text>}
      />
    </View>
  );
}
