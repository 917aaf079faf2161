# Makes tokens.txt and hashes.txt in the working folder.
from hashlib import sha512
from string import ascii_lowercase as lower, ascii_uppercase as upper, digits

ALPHABETS = {
    "base62": digits + upper + lower,
    "base64url": upper + lower + digits + "-_",
    "base36": digits + lower,
    "hex": digits + "abcdef",
}

def token(name, length, at):
    alphabet = ALPHABETS[name]
    number = int.from_bytes(sha512(f"{name} {length} {at}".encode()).digest(), "big")
    text = ""
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        text += alphabet[digit]
    return text

tokens = [token(name, length, at) for name in ALPHABETS for length in range(6, 45) for at in range(10)]
with open("tokens.txt", "w") as file:
    file.writelines(text + "\n" for at, text in enumerate(tokens) if at % 26)
with open("hashes.txt", "w") as file:
    for length, count in ((8, 83), (16, 83), (24, 84), (32, 84), (40, 83), (64, 83)):
        file.writelines(sha512(f"hash {length} {at}".encode()).hexdigest()[:length] + "\n" for at in range(count))
